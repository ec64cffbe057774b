import { type Dictionary, dictionary, Float, type Literal } from "../literal.ts";
import type { XmlElement } from "./document-xml.ts";

export function vector(x: number, y: number, z: number): Dictionary {
  return dictionary([
    ["x", new Float(x)],
    ["y", new Float(y)],
    ["z", new Float(z)],
  ]);
}

/** A rotation by its four numbers, the real part last. */
export function quaternion(parts: readonly number[]): Dictionary {
  return dictionary(parts.map((part, index) => [`Q${index}`, new Float(part)] as const));
}

const integer = /^-?(?:0|[1-9]\d*)$/;
const float = /^-?\d+\.\d+(?:e[+-]?\d+)?$/i;

/** An attribute's value: a number where it is written as FreeCAD writes numbers. */
export function attributeValue(text: string): Literal {
  if (integer.test(text)) return integerValue(text);
  return float.test(text) ? new Float(Number(text)) : text;
}

/** A whole number of any size; 0 for what is none. */
export function integerValue(text: string | undefined): number | bigint {
  if (text === undefined || !/^\s*[+-]?\d+\s*$/.test(text)) return 0;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text.trim());
}

export function floatValue(text: string | undefined): Float {
  return new Float(text === undefined ? 0 : Number(text));
}

/** `StartAngle` as `start_angle`. */
function snakeCase(name: string): string {
  return name.replace(/([a-z\d])([A-Z])/g, "$1_$2").toLowerCase();
}

function isAxis(letter: string | undefined): boolean {
  return letter === "X" || letter === "Y" || letter === "Z";
}

function axesOf(attributes: XmlElement["attributes"], stem: string): readonly (string | undefined)[] {
  return [attributes[`${stem}X`], attributes[`${stem}Y`], attributes[`${stem}Z`]];
}

/** Attributes as entries; three that end in X, Y and Z are one vector. */
export function attributeEntries(attributes: XmlElement["attributes"]): readonly (readonly [string, Literal])[] {
  const entries: (readonly [string, Literal])[] = [];
  for (const [name, text] of Object.entries(attributes)) {
    const stem = name.slice(0, -1);
    const [x, y, z] = isAxis(name.at(-1)) && stem !== "" ? axesOf(attributes, stem) : [];
    if (x === undefined || y === undefined || z === undefined) {
      entries.push([snakeCase(name), attributeValue(text)]);
    } else if (name.endsWith("X")) {
      entries.push([snakeCase(stem), vector(Number(x), Number(y), Number(z))]);
    }
  }
  return entries;
}

/** The children of an element with their names in the plural, each kind as one list: the poles and knots of a curve. */
function childLists(children: readonly XmlElement[]): readonly (readonly [string, Literal])[] {
  const lists = new Map<string, Literal[]>();
  for (const child of children) {
    const name = `${snakeCase(child.name)}s`;
    const list = lists.get(name) ?? [];
    if (list.length === 0) lists.set(name, list);
    list.push(dictionary([...attributeEntries(child.attributes), ...childLists(child.children)]));
  }
  return [...lists];
}

/** Bit of a sketch geometry's flags that says it is for construction only. */
const constructionBit = 1;

/** Construction geometry is marked by a flag of an extension, up to FreeCAD 0.18 by an element of its own. */
function isConstruction(geometry: XmlElement): boolean {
  for (const child of geometry.children) {
    if (child.name === "Construction") return child.attributes["value"] === "1";
    for (const { attributes } of child.children) {
      const flags = attributes["geometryModeFlags"];
      if (flags !== undefined) return flags.at(-1 - constructionBit) === "1";
    }
  }
  return false;
}

/** An element of a sketch: its type, whether it is for construction, and its measures. */
export function geometryLiteral(geometry: XmlElement): Dictionary {
  const shape = geometry.children.find(({ name }) => name !== "GeoExtensions" && name !== "Construction");
  return dictionary([
    ["type", geometry.attributes["type"] ?? shape?.name ?? ""],
    ["construction", isConstruction(geometry)],
    ...(shape === undefined ? [] : [...attributeEntries(shape.attributes), ...childLists(shape.children)]),
  ]);
}

/** Kinds of constraints by the number that stands for them (Sketcher::ConstraintType). */
const constraintTypes = [
  "None",
  "Coincident",
  "Horizontal",
  "Vertical",
  "Parallel",
  "Tangent",
  "Distance",
  "DistanceX",
  "DistanceY",
  "Angle",
  "Perpendicular",
  "Radius",
  "Equal",
  "PointOnObject",
  "Symmetric",
  "InternalAlignment",
  "SnellsLaw",
  "Block",
  "Diameter",
  "Weight",
];

const measured = new Set(["Distance", "DistanceX", "DistanceY", "Angle", "Radius", "SnellsLaw", "Diameter", "Weight"]);
/** Stands for "no geometry" where a constraint names one. */
const noGeometry = "-2000";

/** A constraint of a sketch: what it is, its measure, and the places in the list of geometry that it ties. */
export function constraintLiteral({ attributes }: XmlElement): Dictionary {
  const number = attributes["Type"] ?? "";
  const type = constraintTypes[Number(number)] ?? number;
  const entries: (readonly [string, Literal])[] = [["type", type]];
  const name = attributes["Name"] ?? "";
  if (name !== "") entries.unshift(["name", name]);
  if (measured.has(type)) entries.push(["value", floatValue(attributes["Value"])]);
  for (const place of ["First", "Second", "Third"]) {
    const geometry = attributes[place];
    if (geometry === undefined || geometry === noGeometry) continue;
    entries.push([place.toLowerCase(), integerValue(geometry)]);
    entries.push([`${place.toLowerCase()}_pos`, integerValue(attributes[`${place}Pos`])]);
  }
  entries.push(["driving", attributes["IsDriving"] !== "0"], ["active", attributes["IsActive"] !== "0"]);
  return dictionary(entries);
}
