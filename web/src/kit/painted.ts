const frame = () => new Promise((begun) => requestAnimationFrame(begun));

/** Once what has changed is on the screen. (A page that nobody sees is not painted, but goes on.) */
export async function painted(): Promise<void> {
  if (document.hidden) return;
  await frame();
  await frame(); // the one before is on its way
  await new Promise((done) => setTimeout(done));
}
