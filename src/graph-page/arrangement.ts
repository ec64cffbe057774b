import type { GraphData, GraphDataEdge, GraphDataNode } from "../format/graph-data.ts";

/** Steps from the roots: callees count up, callers down. */
type Level = number;

/** Where a node stands, in pixels, and how large it is. */
export interface Box {
  readonly id: number;
  readonly level: Level;
  readonly lines: readonly string[];
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const characterWidth = 7;
const lineHeight = 16;
const padding = 18;
const columnGap = 70;
const rowGap = 16;
const maxLabel = 44;

/** The graph as it can be walked: each node with its neighbours, and which of them are shown. */
export class GraphModel {
  readonly data: GraphData;
  readonly #nodes: ReadonlyMap<number, GraphDataNode>;
  readonly #callees = new Map<number, number[]>();
  readonly #callers = new Map<number, number[]>();
  readonly #expanded = new Set<number>();

  /** Small graphs begin with everything shown, larger ones with the roots and their neighbours. */
  constructor(data: GraphData, shownWhole: number) {
    this.data = data;
    this.#nodes = new Map(data.nodes.map((node) => [node.id, node]));
    for (const { from, to } of data.edges) {
      append(this.#callees, from, to);
      append(this.#callers, to, from);
    }
    const expanded = data.nodes.length <= shownWhole ? data.nodes.map(({ id }) => id) : data.roots;
    for (const id of expanded) this.#expanded.add(id);
  }

  node(id: number): GraphDataNode {
    const node = this.#nodes.get(id);
    if (node === undefined) throw new Error(`the graph has no node ${id}`);
    return node;
  }

  calls(id: number): readonly GraphDataEdge[] {
    return this.data.edges.filter(({ from }) => from === id);
  }

  calledBy(id: number): readonly GraphDataEdge[] {
    return this.data.edges.filter(({ to }) => to === id);
  }

  isExpanded(id: number): boolean {
    return this.#expanded.has(id);
  }

  /** Shows or hides what a node leads to. */
  toggle(id: number): void {
    if (!this.#expanded.delete(id)) this.#expanded.add(id);
  }

  expandAll(): void {
    for (const { id } of this.data.nodes) this.#expanded.add(id);
  }

  /** Back to the roots and their neighbours. */
  collapse(): void {
    this.#expanded.clear();
    for (const id of this.data.roots) this.#expanded.add(id);
  }

  /** Expands the nodes between the roots and this one, so that it is shown. */
  reveal(id: number): void {
    const { above } = this.#reach(() => true);
    for (let at = above.get(id); at !== undefined; at = above.get(at)) this.#expanded.add(at);
  }

  /** The nodes shown, nearest to the roots first: what is reached over expanded nodes. */
  levels(): ReadonlyMap<number, Level> {
    return this.#reach((id) => this.#expanded.has(id)).levels;
  }

  /** Walks from the roots over the nodes that are open; what lies on one side of the roots is not turned round there. */
  #reach(isOpen: (id: number) => boolean) {
    const levels = new Map<number, Level>(this.data.roots.map((id) => [id, 0]));
    const above = new Map<number, number>();
    const queue = [...levels.keys()];
    for (const id of queue) {
      if (!isOpen(id)) continue;
      const level = levels.get(id) ?? 0;
      for (const neighbour of this.#outwards(id, level)) {
        if (levels.has(neighbour.id)) continue;
        levels.set(neighbour.id, neighbour.level);
        above.set(neighbour.id, id);
        queue.push(neighbour.id);
      }
    }
    return { levels, above };
  }

  #outwards(id: number, level: Level): readonly { readonly id: number; readonly level: Level }[] {
    const callees = level >= 0 ? (this.#callees.get(id) ?? []) : [];
    const callers = level <= 0 ? (this.#callers.get(id) ?? []) : [];
    return [
      ...callees.map((callee) => ({ id: callee, level: level + 1 })),
      ...callers.map((caller) => ({ id: caller, level: level - 1 })),
    ];
  }

  /** Neighbours of a node that are not shown now. */
  hiddenNeighbours(id: number, shown: ReadonlyMap<number, Level>): number {
    return this.#outwards(id, shown.get(id) ?? 0).filter((neighbour) => !shown.has(neighbour.id)).length;
  }

  /** Nodes whose name or place holds all words of a text, in any case; none for an empty text. */
  matching(text: string): readonly GraphDataNode[] {
    const words = text
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== "");
    if (words.length === 0) return [];
    return this.data.nodes.filter(({ name, place }) => {
      const searched = `${name} ${place ?? ""}`.toLowerCase();
      return words.every((word) => searched.includes(word));
    });
  }
}

/**
 * Places the nodes shown in columns by level, each column in the order of its neighbours in the one before (the
 * barycentre method of Sugiyama, Tagawa and Toda, 1981, in one sweep from the roots outwards).
 */
export function arrange(model: GraphModel): readonly Box[] {
  const levels = model.levels();
  const columns = new Map<Level, number[]>();
  for (const [id, level] of levels) append(columns, level, id);
  const order = [...columns.keys()].sort((a, b) => Math.abs(a) - Math.abs(b));
  const centres = new Map<number, number>();
  const boxes: Box[] = [];
  const edges = { right: 0, left: 0 };
  for (const level of order) {
    const boxed = inOrder(columns.get(level) ?? [], level, model, centres).map((id) => sizeOf(id, levels, model));
    const width = Math.max(...boxed.map((box) => box.width));
    const left = level >= 0 ? edges.right : edges.left - width;
    if (level >= 0) edges.right = left + width + columnGap;
    if (level <= 0) edges.left = left - columnGap;
    const total = boxed.reduce((sum, { height }) => sum + height + rowGap, -rowGap);
    let top = -total / 2;
    for (const box of boxed) {
      const y = top + box.height / 2;
      centres.set(box.id, y);
      boxes.push({ ...box, x: left + width / 2, y });
      top += box.height + rowGap;
    }
  }
  return boxes;
}

function inOrder(
  ids: readonly number[],
  level: Level,
  model: GraphModel,
  centres: ReadonlyMap<number, number>,
): readonly number[] {
  const inner = (id: number): readonly number[] =>
    level > 0 ? model.calledBy(id).map(({ from }) => from) : level < 0 ? model.calls(id).map(({ to }) => to) : [];
  const centreOf = (id: number): number => {
    const known = inner(id).flatMap((neighbour) => centres.get(neighbour) ?? []);
    return known.length === 0 ? 0 : known.reduce((sum, centre) => sum + centre, 0) / known.length;
  };
  const ranked = ids.map((id) => ({ id, centre: centreOf(id) }));
  return ranked.sort((a, b) => a.centre - b.centre).map(({ id }) => id);
}

function sizeOf(id: number, levels: ReadonlyMap<number, Level>, model: GraphModel): Omit<Box, "x" | "y"> {
  const { name, place } = model.node(id);
  const hidden = model.hiddenNeighbours(id, levels);
  const lines = [cut(name), cut(place ?? "outside the project"), ...(hidden > 0 ? [`+${hidden}`] : [])];
  const longest = Math.max(...lines.map((line) => line.length));
  return {
    id,
    level: levels.get(id) ?? 0,
    lines,
    width: longest * characterWidth + padding,
    height: lines.length * lineHeight + padding,
  };
}

function cut(text: string): string {
  return text.length <= maxLabel ? text : `${text.slice(0, maxLabel / 2)}…${text.slice(1 - maxLabel / 2)}`;
}

function append<K>(map: Map<K, number[]>, key: K, value: number): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
