import { SaxesParser } from "saxes";
import { DocumentError } from "../document-error.ts";

/** An element of a property. Text between elements is not kept: no property has its value there. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
}

/** What is told while `Document.xml` is read, in its order. */
export interface DocumentXmlEvents {
  document(attributes: XmlElement["attributes"]): void;
  /** An object is announced, before the properties of any. */
  objectType(name: string, type: string): void;
  /** A property is complete; of the object that is open, or of the document when none is. */
  property(element: XmlElement): void;
  objectStart(name: string): void;
  objectEnd(name: string): void;
}

const maxDepth = 60;
/** Elements of one property; a sketch of 10,000 lines has 50,000. */
const maxElements = 2_000_000;

const documentProperty = "Document/Properties/Property";
const objectProperty = "Document/ObjectData/Object/Properties/Property";
const objectElement = "Document/ObjectData/Object";
const typeElement = "Document/Objects/Object";

/**
 * Reads the XML of a FreeCAD document piece by piece and keeps no more of it than one property. Entities that the
 * document itself declares are refused, so that it cannot grow while it is read.
 * Format: https://wiki.freecad.org/File_Format_FCStd
 */
export class DocumentXmlReader {
  readonly #parser = new SaxesParser({ xmlns: false, position: true });
  readonly #events: DocumentXmlEvents;
  readonly #path: string[] = [];
  /** The property that is open and what is open in it. */
  readonly #open: XmlElement[] = [];
  #elements = 0;
  #objectName = "";
  #sawDocument = false;

  constructor(events: DocumentXmlEvents) {
    this.#events = events;
    this.#parser.on("error", (error) => {
      throw new DocumentError("damaged", `Document.xml is not well-formed at line ${error.message}`);
    });
    this.#parser.on("doctype", () => {
      throw new DocumentError("damaged", "Document.xml declares a document type, which FreeCAD's never do.");
    });
    this.#parser.on("opentag", ({ name, attributes }) => this.#start(name, attributes));
    this.#parser.on("closetag", ({ name }) => this.#end(name));
  }

  #start(name: string, attributes: Record<string, string>): void {
    this.#path.push(name);
    if (this.#path.length > maxDepth) {
      throw new DocumentError("damaged", `Document.xml has elements in more than ${maxDepth} levels.`);
    }
    const parent = this.#open.at(-1);
    if (parent !== undefined) {
      if (++this.#elements > maxElements) {
        throw new DocumentError("too-large", `A property has more than ${maxElements} elements.`);
      }
      const element: XmlElement = { name, attributes, children: [] };
      parent.children.push(element);
      this.#open.push(element);
      return;
    }
    const path = this.#path.join("/");
    if (path === documentProperty || path === objectProperty) {
      this.#elements = 0;
      this.#open.push({ name, attributes, children: [] });
    } else if (path === objectElement) {
      this.#objectName = attributes["name"] ?? "";
      this.#events.objectStart(this.#objectName);
    } else if (path === typeElement) {
      this.#events.objectType(attributes["name"] ?? "", attributes["type"] ?? "");
    } else if (path === "Document") {
      this.#sawDocument = true;
      this.#events.document(attributes);
    }
  }

  #end(name: string): void {
    const element = this.#open.pop();
    if (element !== undefined) {
      if (this.#open.length === 0) this.#events.property(element);
    } else if (name === "Object" && this.#path.join("/") === objectElement) {
      this.#events.objectEnd(this.#objectName);
    }
    this.#path.pop();
  }

  /** @throws DocumentError */
  write(text: string): void {
    this.#parser.write(text);
  }

  /** @throws DocumentError */
  finish(): void {
    this.#parser.close();
    if (!this.#sawDocument) throw new DocumentError("damaged", "Document.xml is not the XML of a FreeCAD document.");
  }
}
