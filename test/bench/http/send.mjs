/** Sends requests from this process over connections that are kept open. */
import { request } from 'node:http';
import { request as secureRequest } from 'node:https';
import { IN_FLIGHT, TOKEN } from './measured-server.mjs';

/** Sends a request. Returns the status, the header lines and the text of the answer. */
export const send = ({ port, agent, isSecure }, { method = 'GET', path, type, body, answer, accept }) =>
  new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${TOKEN}`,
      ...(type && { 'content-type': type }),
      ...(accept && { accept }),
      ...(answer && { answer }),
    };
    const options = { host: '127.0.0.1', port, agent, path, method, headers };
    const sent = (isSecure ? secureRequest : request)(options, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const { statusCode: status, rawHeaders: lines } = response;
        if (status >= 300) reject(new Error(`${method} ${path}: ${status} ${text.slice(0, 300)}`));
        else resolve({ status, lines, body: text });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });

/** Header lines that every Node server writes. */
const WRITTEN_BY_NODE = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

/** Gives a bare server an answer of Tabplane, by name. */
export async function give(bare, name, { status, lines, body }) {
  const own = lines.flatMap((line, index) =>
    index % 2 === 0 && !WRITTEN_BY_NODE.has(line.toLowerCase()) ? [line, lines[index + 1]] : [],
  );
  await send(bare, {
    method: 'PUT',
    path: `/answers/${encodeURIComponent(name)}`,
    body: JSON.stringify({ status, lines: own, body }),
  });
}

/** Opens a stream, and calls a listener with the length of each chunk. Returns a function that ends it. */
export const open = ({ port }, { path, answer }, received) =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${TOKEN}`, ...(answer && { answer }) };
    const sent = request({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
      response.on('data', (chunk) => received(chunk));
      resolve(() => sent.destroy());
    });
    sent.on('error', reject);
    sent.end();
  });

/** Sends numbered requests, 32 at a time. */
export async function sendMany(server, requestOf, count, inFlight = IN_FLIGHT) {
  let next = 0;
  const sender = async () => {
    while (next < count) await send(server, requestOf(next++));
  };
  await Promise.all(Array.from({ length: inFlight }, sender));
}
