import "./kit/page.css";
import "./kit/screen.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { sparingWhatLiesBelow } from "./kit/double_clicks";
import { begin } from "./kit/look.svelte";

begin();
sparingWhatLiesBelow();
const target = document.getElementById("page");
if (target) mount(App, { target });
