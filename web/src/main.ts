import "./kit/page.css";
import "./kit/screen.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { begin } from "./kit/look.svelte";

begin();
const target = document.getElementById("page");
if (target) mount(App, { target });
