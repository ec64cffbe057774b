import { z } from "zod";

/*
 * The parts of a Jupyter notebook that are read, in its versions 3 and 4.
 * Format: https://nbformat.readthedocs.io/en/latest/format_description.html
 */

/** Text is kept as a string or as its lines, each with its line break. */
const textSchema = z.union([z.string(), z.array(z.string()).transform((lines) => lines.join(""))]);

const outputSchema = z.looseObject({ output_type: z.string() });

const cellSchema = z.looseObject({
  cell_type: z.string(),
  id: z.string().optional(),
  source: textSchema.optional(),
  /** Version 3's name for the source of a code cell. */
  input: textSchema.optional(),
  execution_count: z.int().nullish(),
  prompt_number: z.int().nullish(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  outputs: z.array(outputSchema).optional(),
  attachments: z.record(z.string(), z.unknown()).optional(),
});

export const notebookSchema = z.looseObject({
  nbformat: z.int(),
  nbformat_minor: z.int().optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  cells: z.array(cellSchema).optional(),
  /** Version 3's place for the cells. */
  worksheets: z.array(z.looseObject({ cells: z.array(cellSchema) })).optional(),
});

export type Notebook = z.infer<typeof notebookSchema>;
export type NotebookCell = z.infer<typeof cellSchema>;
export type CellOutput = z.infer<typeof outputSchema>;

/** A cell with its place: `cells[3]`, in version 3 `worksheets[0].cells[3]`. */
export interface PlacedCell {
  readonly name: string;
  readonly cell: NotebookCell;
}

export function cellsOf({ cells, worksheets }: Notebook): readonly PlacedCell[] {
  if (cells !== undefined) return cells.map((cell, index) => ({ name: `cells[${index}]`, cell }));
  return (worksheets ?? []).flatMap((sheet, place) =>
    sheet.cells.map((cell, index) => ({ name: `worksheets[${place}].cells[${index}]`, cell })),
  );
}
