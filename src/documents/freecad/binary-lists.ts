import { dictionary, Float, type Literal } from "../literal.ts";
import { quaternion, vector } from "./geometry.ts";

interface ItemForm {
  /** Numbers of one item. */
  readonly width: number;
  toLiteral(numbers: readonly number[]): Literal;
}

/** The kinds of lists that FreeCAD keeps in an entry of their own, by the element of the property. */
const forms: Readonly<Record<string, ItemForm>> = {
  FloatList: { width: 1, toLiteral: ([value = 0]) => new Float(value) },
  VectorList: { width: 3, toLiteral: ([x = 0, y = 0, z = 0]) => vector(x, y, z) },
  PlacementList: {
    width: 7,
    toLiteral: ([x = 0, y = 0, z = 0, ...rotation]) =>
      dictionary([
        ["Base", vector(x, y, z)],
        ["Rotation", quaternion(rotation)],
      ]),
  },
};

/**
 * The values of a list that lies in an entry of its own: how many as a 32-bit number, then floats of single or double
 * precision, little endian.
 * @param element name of the property's element
 * @returns null when the element stands for no such list or the bytes are none
 */
export function readBinaryList(element: string, bytes: Buffer): readonly Literal[] | null {
  const form = Object.hasOwn(forms, element) ? forms[element] : undefined;
  if (form === undefined || bytes.length < 4) return null;
  const count = bytes.readUInt32LE(0);
  if (count === 0) return [];
  const size = (bytes.length - 4) / (count * form.width);
  if (size !== 4 && size !== 8) return null;
  return Array.from({ length: count }, (_, item) =>
    form.toLiteral(
      Array.from({ length: form.width }, (_unused, index) => {
        const at = 4 + (item * form.width + index) * size;
        return size === 8 ? bytes.readDoubleLE(at) : bytes.readFloatLE(at);
      }),
    ),
  );
}
