// A bot in JavaScript that plays by chance: node bot.mjs http://127.0.0.1:8080 KDTWPQ
const [url, code] = process.argv.slice(2);
const socket = new WebSocket(`${url.replace(/^http/, "ws")}/api/tables/${code}/socket`);
const send = (message) => socket.send(JSON.stringify(message));
const any = (list) => list[Math.floor(Math.random() * list.length)];
const decide = () => view.legal.length && send({ type: "act", action: any(view.legal) });
const sit = { type: "sit", name: "Node", key: crypto.randomUUID(), nonce: crypto.randomUUID() };
let view;

socket.onopen = () => send({ type: "hello" });
socket.onmessage = ({ data }) => {
  const message = JSON.parse(data);
  if (message.code === "too_fast") setTimeout(decide, 1000 * message.parameters.seconds);
  else if (message.sentence) console.log(message.sentence);
  if (!message.view) return;
  view = message.view;
  if (message.type === "welcome") send(sit);
  else if (!view.result && !view.closed) decide();
  else socket.close();
};
socket.onclose = () => console.log("Over:", view?.result?.winners.map((seat) => view.seats[seat].name));
