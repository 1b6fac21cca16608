import decodeQr from "qr/decode.js";
import { expect, test } from "vitest";
import { qrCode } from "./qr-code.ts";

test.each([
  "otpauth://totp/Notes:ana%40example.com?issuer=Notes&secret=JBSWY3DPEHPK3PXP",
  "Grüße, 世界",
  "long ".repeat(200),
])("a QR code of %j can be read by a camera", (text) => {
  expect(readQrCode(qrCode(text))).toBe(text);
});

test("a QR code can be used in a data: URL unchanged", () => {
  const svg = qrCode("https://example.com/#fragment");
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^#]+<\/svg>$/);
});

test("a QR code refuses content that is too long", () => {
  expect(() => qrCode("x".repeat(3000))).toThrow();
});

/** Reads an SVG image module by module, like a camera. */
function readQrCode(svg: string): string {
  const size = Number(svg.match(/viewBox="0 0 (\d+) /)?.[1]);
  const pixelsPerModule = 4;
  const width = size * pixelsPerModule;
  const data = new Uint8Array(width * width * 4).fill(255);
  for (const [, x, y, length] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * pixelsPerModule; row < (Number(y) + 1) * pixelsPerModule; row++) {
      for (
        let column = Number(x) * pixelsPerModule;
        column < (Number(x) + Number(length)) * pixelsPerModule;
        column++
      ) {
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
      }
    }
  }
  return decodeQr({ width, height: width, data });
}
