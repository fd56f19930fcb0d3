import "./kit/page.css";
import "./kit/screen.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { sparingWhatLiesBelow } from "./kit/double_clicks";
import { begin } from "./kit/look.svelte";

sparingWhatLiesBelow();
await begin();
const target = document.getElementById("page");
target?.replaceChildren(); // what was shown before there were scripts
if (target) mount(App, { target });

// The page is kept for when there is no connection, once it has all that it needs for now.
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  const keep = () => navigator.serviceWorker.register("/worker.js").catch(() => undefined); // it works without
  if (document.readyState === "complete") setTimeout(keep, 1000);
  else addEventListener("load", () => setTimeout(keep, 1000));
}
