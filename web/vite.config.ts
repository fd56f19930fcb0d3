import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The house serves everything that the page is made of under /pages/, from memory and by name.
export default defineConfig(({ mode }) => ({
  base: "/pages/",
  plugins: [svelte()],
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
