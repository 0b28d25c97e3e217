// The map on its canvas.
import type { Board, MapView, Shape, UnitState } from "../contract";

export function makeMap(board: Board, canvas: HTMLCanvasElement): MapView {
  const context = canvas.getContext("2d") as CanvasRenderingContext2D;
  const fills = new Map<string, Map<number, string>>();
  const shapes = new Map<string, Shape[]>();
  const pointed: ((hex: number | null) => void)[] = [];
  const chosen: ((hex: number) => boolean)[] = [];
  let units: UnitState[] | null = null;
  const scale = () => canvas.width / board.width;

  const trace = (hex: number) => {
    context.beginPath();
    for (const [x, y] of board.polygon(hex)) context.lineTo(x, y);
    context.closePath();
  };
  const draw = () => {
    context.setTransform(scale(), 0, 0, scale(), 0, 0);
    context.clearRect(0, 0, board.width, board.height);
    for (let hex = 0; hex < board.count; hex++) {
      if (board.isVoid(hex)) continue;
      trace(hex);
      context.strokeStyle = "#8d8470";
      context.stroke();
    }
    for (const layer of fills.values()) {
      for (const [hex, colour] of layer) {
        trace(hex);
        context.fillStyle = colour;
        context.fill();
      }
    }
    for (const it of units ?? []) {
      const [x, y] = it.at ?? board.centre(it.hex);
      context.beginPath();
      context.arc(x, y, 4, 0, 7);
      context.fillStyle = board.sides[it.side]?.colour ?? "#5f5a50";
      context.fill();
    }
    for (const it of [...shapes.values()].flat()) {
      if (it.kind !== "line") continue;
      context.beginPath();
      for (const [x, y] of it.points) context.lineTo(x, y);
      context.strokeStyle = it.colour;
      context.stroke();
    }
  };
  const hexOf = (event: MouseEvent) => {
    const box = canvas.getBoundingClientRect();
    const k = board.width / box.width;
    return board.hexAt((event.clientX - box.x) * k, (event.clientY - box.y) * k);
  };
  canvas.addEventListener("pointermove", (event) => pointed.forEach((it) => it(hexOf(event))));
  canvas.addEventListener("click", (event) => {
    const hex = hexOf(event);
    if (hex !== null) chosen.some((it) => it(hex));
  });
  canvas.width = 1000;
  canvas.height = (1000 * board.height) / board.width;
  draw();

  return {
    paint: (layer, found) => (fills.set(layer, found), draw()),
    marks: (layer, found) => (shapes.set(layer, found), draw()),
    clear: (layer) => (fills.delete(layer), shapes.delete(layer), draw()),
    onPoint: (handler) => void pointed.push(handler),
    onChoose: (handler) => void chosen.push(handler),
    units: (states) => ((units = states), draw()),
    show: () => undefined,
    reveal: () => undefined,
    focused: 0,
  };
}
