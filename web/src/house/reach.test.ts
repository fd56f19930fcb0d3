import { afterEach, expect, it } from "vitest";
import { givenAddress, hearOf, isOutOfReach } from "./reach.svelte";

afterEach(() => hearOf(null));

it.each(["http://localhost:3000", "http://127.0.0.1:8080", "http://[::1]:8080"])(
  "gives others the address that the house knows, where that of the page, %s, is for this machine only",
  (origin) => {
    location.href = `${origin}/`;
    expect([isOutOfReach(), givenAddress("/t/QQQQQQ")]).toEqual([true, `${origin}/t/QQQQQQ`]);
    hearOf("http://192.168.7.5:8080");
    expect([isOutOfReach(), givenAddress("/t/QQQQQQ")]).toEqual([false, "http://192.168.7.5:8080/t/QQQQQQ"]);
  },
);

it("gives that of the page where others can come by it", () => {
  location.href = "https://games.example.org/";
  hearOf("http://10.0.0.1:8080");
  expect([isOutOfReach(), givenAddress("/t/QQQQQQ")]).toEqual([false, "https://games.example.org/t/QQQQQQ"]);
});
