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
