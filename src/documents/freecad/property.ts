import { type Dictionary, dictionary, type Literal, Tuple } from "../literal.ts";
import { readBinaryList } from "./binary-lists.ts";
import type { XmlElement } from "./document-xml.ts";
import {
  attributeEntries,
  constraintLiteral,
  floatValue,
  geometryLiteral,
  integerValue,
  quaternion,
  vector,
} from "./geometry.ts";

/** The small entries of the archive, by name, in which some properties keep their values. */
export type SideEntries = ReadonlyMap<string, Buffer>;

type Convert = (element: XmlElement, siblings: readonly XmlElement[]) => Literal;

function named(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/** The name of a linked object, or None where nothing is linked. */
function link(name: string | undefined): Literal {
  return name === undefined || name === "" ? null : name;
}

function axisAndAngle(attributes: XmlElement["attributes"]): Dictionary {
  const number = (name: string): number => Number(attributes[name] ?? 0);
  if (attributes["A"] === undefined) {
    return quaternion(["Q0", "Q1", "Q2", "Q3"].map(number));
  }
  return dictionary([
    ["Axis", vector(number("Ox"), number("Oy"), number("Oz"))],
    ["Angle", floatValue(attributes["A"])],
  ]);
}

function placement({ attributes }: XmlElement): Dictionary {
  const number = (name: string): number => Number(attributes[name] ?? 0);
  return dictionary([
    ["Base", vector(number("Px"), number("Py"), number("Pz"))],
    ["Rotation", axisAndAngle(attributes)],
  ]);
}

/** An enumeration is kept by its number; those that a document defines itself list their names as well. */
function enumeration(element: XmlElement, siblings: readonly XmlElement[]): Literal {
  const index = integerValue(element.attributes["value"]);
  const list = siblings.find(({ name }) => name === "CustomEnumList");
  const text = list?.children[Number(index)]?.attributes["value"];
  return text ?? index;
}

/** A link with the parts of the object that it means. */
function linkWithParts(object: string | undefined, parts: readonly string[], file = ""): Literal {
  const target = link(object);
  if (target === null && file === "") return null;
  return dictionary([["object", target], ...(file === "" ? [] : ([["file", file]] as const)), ["sub", parts]]);
}

function partsOf(element: XmlElement): readonly string[] {
  const own = element.attributes["sub"];
  const parts = named(element, "Sub").map(({ attributes }) => attributes["value"] ?? "");
  return own === undefined || own === "" ? parts : [own, ...parts];
}

function externalLink(element: XmlElement): Literal {
  const { name, file = "" } = element.attributes;
  const parts = partsOf(element);
  return file === "" && parts.length === 0 ? link(name) : linkWithParts(name, parts, file);
}

function cell({ attributes }: XmlElement): Dictionary {
  const { address, ...rest } = attributes;
  // What a cell shows is text, also where it looks like a number: FreeCAD tells the two by a leading apostrophe.
  return dictionary(Object.entries(rest));
}

/** A colour, kept as one number of red, green, blue and opacity, as `#rrggbbaa`. */
function colour(text: string | undefined): string {
  return `#${(Number(integerValue(text)) >>> 0).toString(16).padStart(8, "0")}`;
}

/** The state of an object written in Python: text of its own, packed as base64 where XML could not hold it. */
function pythonState({ attributes }: XmlElement): Literal {
  const { value = "", encoded, ...rest } = attributes;
  const text = encoded === "yes" ? Buffer.from(value, "base64").toString("utf8") : value;
  return dictionary([...attributeEntries(rest), ["value", text]]);
}

/** How the elements that hold values are read, by their names. */
const converters: Readonly<Record<string, Convert>> = {
  String: ({ attributes }) => attributes["value"] ?? "",
  Uuid: ({ attributes }) => attributes["value"] ?? "",
  Path: ({ attributes }) => attributes["value"] ?? "",
  Bool: ({ attributes }) => attributes["value"] === "true",
  Float: ({ attributes }) => floatValue(attributes["value"]),
  Integer: enumeration,
  PropertyVector: ({ attributes }) =>
    vector(Number(attributes["valueX"]), Number(attributes["valueY"]), Number(attributes["valueZ"])),
  PropertyPlacement: placement,
  PropertyColor: ({ attributes }) => colour(attributes["value"]),
  Link: ({ attributes }) => link(attributes["value"]),
  LinkList: (element) => named(element, "Link").map(({ attributes }) => link(attributes["value"])),
  LinkSub: (element) => linkWithParts(element.attributes["value"], partsOf(element)),
  LinkSubList: (element) => named(element, "Link").map((each) => linkWithParts(each.attributes["obj"], partsOf(each))),
  XLink: externalLink,
  XLinkSub: externalLink,
  XLinkList: (element) => element.children.map(externalLink),
  XLinkSubList: (element) => element.children.map(externalLink),
  StringList: (element) => named(element, "String").map(({ attributes }) => attributes["value"] ?? ""),
  IntegerList: (element) => named(element, "I").map(({ attributes }) => integerValue(attributes["v"])),
  // Written with the last one first.
  BoolList: ({ attributes }) => [...(attributes["value"] ?? "")].reverse().map((bit) => bit === "1"),
  Map: (element) =>
    dictionary(named(element, "Item").map(({ attributes }) => [attributes["key"] ?? "", attributes["value"] ?? ""])),
  ExpressionEngine: (element) =>
    named(element, "Expression").map(
      ({ attributes: { path = "", expression = "", comment = "" } }) =>
        new Tuple(comment === "" ? [path, expression] : [path, expression, comment]),
    ),
  Cells: (element) => dictionary(named(element, "Cell").map((each) => [each.attributes["address"] ?? "", cell(each)])),
  GeometryList: (element) => named(element, "Geometry").map(geometryLiteral),
  ConstraintList: (element) => named(element, "Constrain").map(constraintLiteral),
  Python: pythonState,
};

/** Any element, for properties that are not known: its attributes, and its children as lists by their names. */
function anyElement(element: XmlElement): Literal {
  const lists = new Map<string, Literal[]>();
  for (const child of element.children) {
    const list = lists.get(child.name) ?? [];
    if (list.length === 0) lists.set(child.name, list);
    list.push(anyElement(child));
  }
  return dictionary([...attributeEntries(element.attributes), ...lists]);
}

/** The value of a property; None where it has none. */
export function propertyValue(property: XmlElement, sideEntries: SideEntries): Literal {
  const [element, ...siblings] = property.children;
  if (element === undefined) return null;
  const { file } = element.attributes;
  const bytes = file === undefined ? undefined : sideEntries.get(file);
  const items = bytes === undefined ? null : readBinaryList(element.name, bytes);
  if (items !== null) return items;
  const convert = Object.hasOwn(converters, element.name) ? converters[element.name] : undefined;
  return convert === undefined ? anyElement(element) : convert(element, siblings);
}
