/** Tells from profiles of a server in which parts of it the processor time of a request is spent. */
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

/** The row of everything that is too small for one of its own. */
export const OTHERS = 'others';
const NODE = 'Node: HTTP, sockets, streams';
const GRPC = 'gRPC: HTTP/2, Protobuf';
const BUILT_IN = 'V8: built-in functions';
const GARBAGE = 'V8: garbage collection';
const THREADS = 'other threads: collection, compilation, LevelDB';

const sourceMaps = new Map();

function sourceMapOf(url) {
  let map = sourceMaps.get(url);
  if (!map) {
    map = new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(url)}.map`, 'utf8')));
    sourceMaps.set(url, map);
  }
  return map;
}

/** Returns the part of the server that a function of a profile belongs to. */
function partOf({ url, lineNumber, columnNumber, functionName }) {
  if (url === 'node:internal/http2/core' || /\/node_modules\/(@grpc|protobufjs|@protobufjs|long)\//.test(url))
    return GRPC;
  if (url.startsWith('node:') || functionName === 'writev') return NODE;
  if (functionName === '(garbage collector)') return GARBAGE;
  if (url === '') return BUILT_IN;
  if (!url.includes('/bench/main/')) return OTHERS;
  const { originalSource = '' } = sourceMapOf(url).findEntry(lineNumber, columnNumber);
  const [, room, inner] = /src\/([\w-]+)\/([\w-]+)?/.exec(originalSource) ?? [];
  if (!room) return OTHERS;
  return ['server', 'hosts', 'api'].includes(room) ? `\`${room}/${inner}\`` : `\`${room}\``;
}

/** Returns the share of each part in the time in which a profiled thread was not idle. */
function sharesOf({ nodes, samples, timeDeltas }) {
  const functions = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const times = new Map();
  let total = 0;
  for (const [index, id] of samples.entries()) {
    const frame = functions.get(id);
    // `dispatch` is the profiler itself, which reads the program when it starts.
    if (['(idle)', 'dispatch'].includes(frame.functionName) && frame.url === '') continue;
    const part = partOf(frame);
    times.set(part, (times.get(part) ?? 0) + timeDeltas[index]);
    total += timeDeltas[index];
  }
  return new Map([...times].map(([part, time]) => [part, time / total]));
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Returns the microseconds of processor time of each part per request, by the profile of the first server, and their sum,
 * which is the mean of the servers.
 * @param work sends the requests to each server
 * @param requests the number of requests to each server
 */
export async function measureParts(servers, work, requests) {
  const usedByEach = () => Promise.all(servers.map(({ used }) => used()));
  const [first] = servers;
  await work();
  const [before, mainBefore] = [await usedByEach(), await first.usedByMainThread()];
  await work();
  const used = (await usedByEach()).map((value, index) => value - before[index]);
  const main = ((await first.usedByMainThread()) - mainBefore) / used[0];
  const sum = mean(used) / requests;
  const shares = sharesOf(await first.profile(work));
  const parts = new Map([...shares].map(([part, share]) => [part, share * main * sum]));
  return { sum, parts: parts.set(THREADS, (1 - main) * sum) };
}
