import cytoscape from "cytoscape";
import type { GraphData, GraphDataEdge, GraphDataNode } from "../format/graph-data.ts";
import { arrange, type Box, GraphModel } from "./arrangement.ts";

/*
 * The page of `grepai trace graph --format html`. Names and paths come from any repository: they are only ever set as
 * text, never as markup.
 */

/** Graphs up to this size are shown whole at first. */
const shownWhole = 40;

const zoomStep = 1.3;

/** Small graphs are not blown up beyond this. */
const maxFittedZoom = 1.25;

const margin = 40;

function element<T extends HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no element ${id}`);
  return found as T;
}

function isDark(): boolean {
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

function stylesheet(): cytoscape.StylesheetJson {
  const dark = isDark();
  const text = dark ? "#e6e9ef" : "#1d2430";
  const line = dark ? "#6f7c90" : "#8a94a6";
  return [
    {
      selector: "node",
      style: {
        shape: "round-rectangle",
        width: "data(width)",
        height: "data(height)",
        label: "data(label)",
        "text-wrap": "wrap",
        "text-valign": "center",
        "font-size": 12,
        "font-family": "ui-monospace, monospace",
        color: text,
        "background-color": dark ? "#232a35" : "#eef2f8",
        "border-width": 1,
        "border-color": line,
      },
    },
    { selector: "node.root", style: { "border-width": 3, "border-color": dark ? "#6bb0ff" : "#0b63ce" } },
    { selector: "node.outside", style: { "background-color": dark ? "#14181f" : "#fff", "border-style": "dashed" } },
    { selector: "node.match", style: { "background-color": dark ? "#5c4a00" : "#ffe58a" } },
    { selector: "node:selected", style: { "background-color": dark ? "#1f4a7a" : "#cfe3ff" } },
    {
      selector: "edge",
      style: {
        width: 1.5,
        "curve-style": "bezier",
        "line-color": line,
        "target-arrow-color": line,
        "target-arrow-shape": "triangle",
      },
    },
    { selector: "edge.forward", style: { "source-endpoint": "90deg", "target-endpoint": "270deg" } },
    { selector: "edge.unsure", style: { "line-style": "dashed" } },
    { selector: "edge:selected", style: { width: 3, "line-color": dark ? "#6bb0ff" : "#0b63ce" } },
  ];
}

function nodeElement(box: Box, model: GraphModel): cytoscape.ElementDefinition {
  const isRoot = model.data.roots.includes(box.id);
  const isOutside = model.node(box.id).place === null;
  return {
    group: "nodes",
    data: { id: `n${box.id}`, number: box.id, label: box.lines.join("\n"), width: box.width, height: box.height },
    position: { x: box.x, y: box.y },
    classes: [...(isRoot ? ["root"] : []), ...(isOutside ? ["outside"] : [])],
  };
}

function edgeElement(edge: GraphDataEdge, index: number, isForward: boolean): cytoscape.ElementDefinition {
  return {
    group: "edges",
    data: { id: `e${index}`, index, source: `n${edge.from}`, target: `n${edge.to}` },
    classes: [...(edge.confidence === "exact" ? [] : ["unsure"]), ...(isForward ? ["forward"] : [])],
  };
}

/** Tells of the selected node or edge beside the graph. */
class Details {
  readonly #panel = element("details");
  readonly #model: GraphModel;
  readonly #onChosen: (id: number) => void;

  constructor(model: GraphModel, onChosen: (id: number) => void) {
    this.#model = model;
    this.#onChosen = onChosen;
  }

  showNotes(notes: readonly string[]): void {
    this.#panel.replaceChildren(
      text("p", "Click a symbol to show or hide what it leads to, an edge for its call sites."),
      ...notes.map((note) => text("p", note)),
    );
  }

  showNode(node: GraphDataNode): void {
    const { calls, calledBy } = { calls: this.#model.calls(node.id), calledBy: this.#model.calledBy(node.id) };
    this.#panel.replaceChildren(
      text("h2", node.name),
      text("p", [node.kind, node.place ?? "outside the project"].filter((part) => part !== null).join(" · ")),
      ...this.#list("Called by", calledBy, ({ from }) => from),
      ...this.#list("Calls", calls, ({ to }) => to),
    );
  }

  showEdge(edge: GraphDataEdge): void {
    const [from, to] = [this.#model.node(edge.from), this.#model.node(edge.to)];
    this.#panel.replaceChildren(text("h2", `${from.name} → ${to.name}`), ...siteLines(edge));
  }

  #list(title: string, edges: readonly GraphDataEdge[], otherEnd: (edge: GraphDataEdge) => number): HTMLElement[] {
    if (edges.length === 0) return [];
    const list = document.createElement("ul");
    for (const edge of edges) {
      const id = otherEnd(edge);
      const item = document.createElement("li");
      const link = text("button", this.#model.node(id).name);
      link.addEventListener("click", () => this.#onChosen(id));
      item.append(link, ...siteLines(edge));
      list.append(item);
    }
    return [text("h3", `${title} (${edges.length})`), list];
  }
}

function siteLines({ sites, confidence, kind }: GraphDataEdge): HTMLElement[] {
  const how = text("p", `${kind}, ${confidence}`);
  return [how, ...sites.flatMap(({ file, line, context }) => [text("p", `${file}:${line}`), text("code", context)])];
}

function text(tag: string, content: string): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = content;
  return made;
}

/** The graph on the page with all that acts on it. */
class Page {
  readonly #model: GraphModel;
  readonly #graph: cytoscape.Core;
  readonly #details: Details;
  readonly #search = element<HTMLInputElement>("search");

  constructor(data: GraphData) {
    this.#model = new GraphModel(data, shownWhole);
    this.#details = new Details(this.#model, (id) => this.#goTo(id));
    this.#graph = cytoscape({
      container: element("graph"),
      style: stylesheet(),
      layout: { name: "preset" },
      minZoom: 0.05,
      maxZoom: 3,
      boxSelectionEnabled: false,
    });
    element("title").textContent = `Call graph of ${data.query}`;
    document.title = `${data.query} – call graph`;
    this.#details.showNotes(data.notes);
    this.#draw();
    this.#fit();
    this.#listen();
  }

  #draw(): void {
    const boxes = arrange(this.#model);
    const columns = new Map(boxes.map(({ id, level }) => [id, level]));
    const edges = this.#model.data.edges.flatMap((edge, index) => {
      const [from, to] = [columns.get(edge.from), columns.get(edge.to)];
      return from === undefined || to === undefined ? [] : [edgeElement(edge, index, from < to)];
    });
    this.#graph.batch(() => {
      this.#graph.elements().remove();
      this.#graph.add([...boxes.map((box) => nodeElement(box, this.#model)), ...edges]);
    });
    this.#mark();
  }

  #mark(): void {
    const matches = this.#model.matching(this.#search.value);
    this.#graph.nodes().removeClass("match");
    for (const { id } of matches) this.#graph.getElementById(`n${id}`).addClass("match");
    element("found").textContent = this.#search.value.trim() === "" ? "" : `${matches.length} found`;
  }

  #select(id: number): void {
    this.#graph.elements().unselect();
    this.#graph.getElementById(`n${id}`).select();
    this.#details.showNode(this.#model.node(id));
  }

  /** Shows a node wherever it is, and moves there. */
  #goTo(id: number): void {
    this.#model.reveal(id);
    this.#draw();
    this.#select(id);
    this.#graph.center(this.#graph.getElementById(`n${id}`));
  }

  #listen(): void {
    this.#graph.on("tap", "node", (event) => {
      const id = event.target.data("number") as number;
      this.#model.toggle(id);
      this.#draw();
      this.#select(id);
    });
    this.#graph.on("tap", "edge", (event) => {
      const edge = this.#model.data.edges[event.target.data("index") as number];
      if (edge !== undefined) this.#details.showEdge(edge);
    });
    let next = 0;
    this.#search.addEventListener("input", () => {
      next = 0;
      this.#mark();
    });
    this.#search.addEventListener("keydown", (event) => {
      const matches = this.#model.matching(this.#search.value);
      const match = matches[next % Math.max(1, matches.length)];
      if (event.key !== "Enter" || match === undefined) return;
      next += 1;
      this.#goTo(match.id);
    });
    element("fit").addEventListener("click", () => this.#fit());
    element("zoom-in").addEventListener("click", () => this.#zoom(zoomStep));
    element("zoom-out").addEventListener("click", () => this.#zoom(1 / zoomStep));
    element("expand").addEventListener("click", () => {
      this.#model.expandAll();
      this.#draw();
      this.#fit();
    });
    element("collapse").addEventListener("click", () => {
      this.#model.collapse();
      this.#draw();
      this.#fit();
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#graph.style(stylesheet()));
  }

  #fit(): void {
    const graph = this.#graph;
    graph.fit(undefined, margin);
    if (graph.zoom() <= maxFittedZoom) return;
    graph.zoom(maxFittedZoom);
    graph.center();
  }

  #zoom(factor: number): void {
    const graph = this.#graph;
    const middle = { x: graph.width() / 2, y: graph.height() / 2 };
    graph.zoom({ level: graph.zoom() * factor, renderedPosition: middle });
  }
}

new Page(JSON.parse(element("data").textContent ?? "") as GraphData);
