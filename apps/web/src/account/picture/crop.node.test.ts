import { describe, expect, it } from "vitest";
import { centeredCrop, largestZoom, moveCrop, squareOf, zoomCrop } from "./crop.ts";

const landscape = { width: 4000, height: 3000 };

describe("the square of a crop", () => {
  it("a crop starts with the largest square in the middle of the picture", () => {
    expect(squareOf(landscape, centeredCrop)).toEqual({ left: 500, top: 0, side: 3000 });
  });

  it("dragging moves the square, which stays inside the picture", () => {
    const dragged = moveCrop(landscape, centeredCrop, { x: 0.1, y: 0.1 });
    expect(squareOf(landscape, dragged)).toEqual({ left: 200, top: 0, side: 3000 });
    const far = moveCrop(landscape, centeredCrop, { x: -9, y: -9 });
    expect(squareOf(landscape, far)).toEqual({ left: 1000, top: 0, side: 3000 });
  });

  it("zooming in and out keeps the center of the square", () => {
    const near = zoomCrop(landscape, { zoom: 1, x: 0.25, y: 0.5 }, 2);
    expect(squareOf(landscape, near)).toEqual({ left: 1000, top: 750, side: 1500 });
    expect(squareOf(landscape, zoomCrop(landscape, near, 0.5))).toEqual({
      left: 250,
      top: 0,
      side: 3000,
    });
  });

  it("zooming out at an edge keeps the square inside the picture", () => {
    const corner = { zoom: 4, x: 1, y: 1 };
    expect(squareOf(landscape, zoomCrop(landscape, corner, 1))).toEqual({
      left: 1000,
      top: 0,
      side: 3000,
    });
  });

  it("the zoom is limited so that the square has at least 64 pixels", () => {
    expect(largestZoom(landscape)).toBe(8);
    expect(largestZoom({ width: 128, height: 500 })).toBe(2);
    expect(largestZoom({ width: 20, height: 20 })).toBe(1);
    expect(
      squareOf({ width: 20, height: 20 }, zoomCrop({ width: 20, height: 20 }, centeredCrop, 3)),
    ).toEqual({ left: 0, top: 0, side: 20 });
  });
});
