/* A boardgame.io server with the smallest game that looks like ours from outside.

     node server.js [--port P] [--storage memory | --storage file DIR]

   Its state is as large as what a seat at a table of Eriantys sees, and nested like it; a move changes one number and
   passes the turn. Nothing is switched off: it keeps what its undo needs, as it comes. The server,
   the lobby and both storages are boardgame.io's own. One line of JSON says that it listens.

   Two of the versions in package.json have a reason. koa-compose 4.2.0 leaves out what is added to an app late, as
   boardgame.io's lobby is. Later versions of node-persist than 3.1.0 put writes into a queue that is emptied once a
   second when writes come in quick succession, as they do here. */

'use strict';

process.env.NODE_ENV ??= 'production'; // before it is loaded: it logs less then, and prints nothing before our line

const { Server, FlatFile } = require('boardgame.io/server');
const view = require('./view.json');

const USAGE = 'usage: node server.js [--port P] [--storage memory | --storage file DIR]';

const game = {
  name: 'eriantys',
  minPlayers: 2,
  maxPlayers: 2,
  setup: () => view,
  moves: {
    pass: ({ G }) => {
      G.number += 1;
    },
  },
  turn: { minMoves: 1, maxMoves: 1 },
};

function options(given) {
  const chosen = { port: 0, storage: 'memory', folder: null };
  const rest = [...given];
  while (rest.length) {
    const name = rest.shift();
    if (name === '--port' && /^\d+$/.test(rest[0])) chosen.port = Number(rest.shift());
    else if (name === '--storage' && rest[0] === 'memory') chosen.storage = rest.shift();
    else if (name === '--storage' && rest[0] === 'file' && rest.length > 1) {
      chosen.storage = rest.shift();
      chosen.folder = rest.shift();
    } else {
      console.error(USAGE);
      process.exit(2);
    }
  }
  return chosen;
}

async function main() {
  const { port, storage, folder } = options(process.argv.slice(2));
  const db = storage === 'file' ? new FlatFile({ dir: folder }) : undefined; // undefined: its default, in memory
  const server = Server({ games: [game], origins: [], db });
  const { appServer } = await server.run(port);
  // It ends by itself when what it was writing is written; otherwise a file that it cannot read may be left behind.
  process.once('SIGTERM', () => server.app._io.close());
  console.log(JSON.stringify({ port: appServer.address().port, pid: process.pid, storage }));
}

main();
