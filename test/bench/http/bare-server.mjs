/**
 * The limit of a server on Node: reads requests, and answers with the bytes that it was given. `PUT /answers/NAME` gives
 * it the headers and the body of an answer, which requests select by the header `answer`. A request with `watch=true`
 * gets every later body of a POST.
 *
 *     node bare-server.mjs [KEY CERTIFICATE]
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createSecureServer } from 'node:http2';

const answers = new Map();
const watches = new Set();

async function answer(incoming, outgoing) {
  const { url, method, headers } = incoming;
  const chunks = [];
  if (method !== 'GET') for await (const chunk of incoming) chunks.push(chunk);
  if (url.startsWith('/answers/')) {
    answers.set(decodeURIComponent(url.slice('/answers/'.length)), JSON.parse(Buffer.concat(chunks).toString()));
    outgoing.end();
    return;
  }
  const { status, lines, body } = answers.get(headers.answer);
  outgoing.writeHead(status, lines);
  if (url.includes('watch=true')) {
    outgoing.flushHeaders();
    watches.add(outgoing);
    outgoing.on('close', () => watches.delete(outgoing));
    return;
  }
  const event = Buffer.concat(chunks);
  for (const watch of watches) watch.write(event);
  outgoing.end(body);
}

const [key, certificate] = process.argv.slice(2);
const secured = key && { key: readFileSync(key), cert: readFileSync(certificate), allowHTTP1: true };
const server = secured ? createSecureServer(secured, answer) : createServer(answer);
server.listen(0, '127.0.0.1', () => console.log(`listening on :${server.address().port}`));
