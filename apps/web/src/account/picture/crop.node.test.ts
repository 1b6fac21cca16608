import { describe, expect, it } from "vitest";
import { largestZoom, moved, squareOf, wholeMiddle, zoomed } from "./crop.ts";

const wide = { width: 4000, height: 3000 };

describe("the square of a crop", () => {
  it("is the middle of the picture at first, as large as it can be", () => {
    expect(squareOf(wide, wholeMiddle)).toEqual({ left: 500, top: 0, side: 3000 });
  });

  it("follows the picture as it is dragged, and stays inside it", () => {
    const dragged = moved(wide, wholeMiddle, { x: 0.1, y: 0.1 });
    expect(squareOf(wide, dragged)).toEqual({ left: 200, top: 0, side: 3000 });
    const far = moved(wide, wholeMiddle, { x: -9, y: -9 });
    expect(squareOf(wide, far)).toEqual({ left: 1000, top: 0, side: 3000 });
  });

  it("keeps its middle when it is zoomed, and comes back", () => {
    const near = zoomed(wide, { zoom: 1, x: 0.25, y: 0.5 }, 2);
    expect(squareOf(wide, near)).toEqual({ left: 1000, top: 750, side: 1500 });
    expect(squareOf(wide, zoomed(wide, near, 0.5))).toEqual({ left: 250, top: 0, side: 3000 });
  });

  it("does not leave the picture when it is zoomed out at its edge", () => {
    const corner = { zoom: 4, x: 1, y: 1 };
    expect(squareOf(wide, zoomed(wide, corner, 1))).toEqual({ left: 1000, top: 0, side: 3000 });
  });

  it("is never so small that nothing can be seen in it", () => {
    expect(largestZoom(wide)).toBe(8);
    expect(largestZoom({ width: 128, height: 500 })).toBe(2);
    expect(largestZoom({ width: 20, height: 20 })).toBe(1);
    expect(
      squareOf({ width: 20, height: 20 }, zoomed({ width: 20, height: 20 }, wholeMiddle, 3)),
    ).toEqual({ left: 0, top: 0, side: 20 });
  });
});
