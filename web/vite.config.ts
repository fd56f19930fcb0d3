import { createHash } from "node:crypto";
import { readFileSync, writeFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** Once everything is written: the worker that keeps the page, and for every text a form that travels lighter. */
const finishing: Plugin = {
  name: "finishing",
  apply: "build",
  writeBundle({ dir }) {
    const folder = dir!;
    const parts = readdirSync(folder).filter((name) => /\.(js|css|svg|png|webmanifest)$/.test(name)).sort();
    const version = createHash("sha256").update(parts.join("\n")).update(readFileSync(join(folder, "index.html"))).digest("hex").slice(0, 16);
    const worker = readFileSync(join(import.meta.dirname, "worker.js"), "utf8");
    writeFileSync(join(folder, "worker.js"), worker.replace("__VERSION__", version).replace('["__FILES__"]', JSON.stringify(parts)));
    for (const name of readdirSync(folder).filter((each) => /\.(js|css|html|svg|webmanifest)$/.test(each))) {
      writeFileSync(join(folder, `${name}.br`), brotliCompressSync(readFileSync(join(folder, name))));
    }
  },
};

// The house serves everything that the page is made of under /pages/, from memory and by name.
export default defineConfig(({ mode }) => ({
  base: "/pages/",
  plugins: [svelte(), finishing],
  resolve: mode === "test" ? { conditions: ["browser"] } : {},
  build: {
    outDir: "../src/ludoteca/server/api/pages/built",
    emptyOutDir: true,
    assetsDir: "",
    assetsInlineLimit: 0, // what is inline, the page's own policy refuses
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  // The cards of Masters are read from the rules, which lie outside this folder.
  server: { fs: { allow: [".."] }, proxy: { "/api": { target: "http://127.0.0.1:8080", ws: true } } },
  test: { environment: "happy-dom", include: ["src/**/*.test.ts"], setupFiles: ["src/words/english.ts"], css: true, testTimeout: 60_000 },
}));
