import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

/** Below this many bytes the header that names the coding weighs more than what is saved. */
const worthwhile = 512;

/** What gets smaller; pictures and fonts are compressed as they are. */
const texts = /\.(css|html|js|json|svg|txt|webmanifest|xml)$/;

/**
 * Puts a brotli and a gzip beside every text of the build, which the server sends to those who take
 * them: made once, they may take their time.
 */
export function compressed(): Plugin {
  let folder: string;
  return {
    name: "portico-compressed",
    apply: "build",
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir);
    },
    // After whatever else is written.
    closeBundle: { order: "post", sequential: true, handler: () => compressFolder(folder) },
  };
}

/** Puts a brotli and a gzip beside every text in a folder where they are smaller. */
export async function compressFolder(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true });
  await Promise.all(
    files
      .filter((name) => texts.test(name))
      .map(async (name) => {
        const path = join(folder, name);
        const content = await readFile(path);
        if (content.length < worthwhile) return;
        const options = {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
          },
        };
        await writeFile(`${path}.br`, await promisify(brotliCompress)(content, options));
        await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
      }),
  );
}
