/** Functions that the benchmark runs in a page. Each is self-contained, because it is sent there as text. */

/** Registers the worker and waits until it controls the page. */
export async function register() {
  const settings = new URLSearchParams({
    dialect: 'kubernetes',
    'token-auth-file': 'bench,admin,admin,"system:masters"\n',
  });
  await navigator.serviceWorker.register(`/sw.js?${settings}`);
  if (navigator.serviceWorker.controller) return;
  await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
}

/** Writes per second of objects of 2 KB. */
export async function posts({ inFlight, seconds, isCluster }) {
  const headers = { authorization: 'Bearer bench', 'content-type': 'application/json' };
  const run = Math.floor(performance.now());
  const text = 'x'.repeat(2000);
  const end = performance.now() + seconds * 1000;
  let count = 0;
  let next = 0;
  const work = async () => {
    while (performance.now() < end) {
      const metadata = { name: `w-${run}-${next++}` };
      const body = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { text } });
      const response = await fetch('/api/v1/namespaces/default/configmaps', { method: 'POST', headers, body });
      await response.arrayBuffer();
      if (isCluster && response.status !== 201) throw new Error(`a write was answered ${response.status}`);
      count += 1;
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: inFlight }, work));
  return (count * 1000) / (performance.now() - start);
}

/** Reads per second of one small object. */
export async function gets({ inFlight, seconds, isCluster }) {
  const headers = { authorization: 'Bearer bench' };
  const url = isCluster ? '/api/v1/namespaces/default' : '/api/one';
  const end = performance.now() + seconds * 1000;
  let count = 0;
  const work = async () => {
    while (performance.now() < end) {
      await (await fetch(url, { headers })).arrayBuffer();
      count += 1;
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: inFlight }, work));
  return (count * 1000) / (performance.now() - start);
}

/** Patches per second of objects of 2 KB. Concurrent requests patch different objects. */
export async function patches({ inFlight, seconds, isCluster, contentType }) {
  const authorization = 'Bearer bench';
  const path = '/api/v1/namespaces/default/configmaps';
  const names = Array.from({ length: inFlight }, (_, index) => `p-${contentType.length}-${index}`);
  const objectOf = (name, text) =>
    JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { text } });
  for (const name of isCluster ? names : []) {
    const headers = { authorization, 'content-type': 'application/json' };
    await (await fetch(path, { method: 'POST', headers, body: objectOf(name, 'x') })).arrayBuffer();
  }
  const headers = { authorization, 'content-type': contentType };
  const end = performance.now() + seconds * 1000;
  let count = 0;
  const work = async (name) => {
    while (performance.now() < end) {
      const body = objectOf(name, String(count++).padEnd(2000, 'x'));
      const url = `${path}/${name}?fieldManager=bench&force=${contentType.includes('apply')}`.replace(
        '&force=false',
        '',
      );
      const response = await fetch(url, { method: 'PATCH', headers, body });
      await response.arrayBuffer();
      if (isCluster && response.status !== 200) throw new Error(`a patch was answered ${response.status}`);
    }
  };
  const start = performance.now();
  await Promise.all(names.map(work));
  return (count * 1000) / (performance.now() - start);
}

/** Events per second that watches of one collection receive in total while objects of 2 KB are written. */
export async function fanOut({ watchers, writes }) {
  const headers = { authorization: 'Bearer bench', 'content-type': 'application/json' };
  const path = '/api/v1/namespaces/default/configmaps';
  const run = `f-${Math.floor(performance.now())}`;
  const last = `"${run}-${writes - 1}"`;
  // Starts at the current version, because a watch would otherwise send existing objects first.
  const { metadata = {} } = await (await fetch(`${path}?limit=1`, { headers })).json();
  const watches = await Promise.all(
    Array.from({ length: watchers }, async () => {
      const { body } = await fetch(`${path}?resourceVersion=${metadata.resourceVersion}&watch=true`, { headers });
      return body.pipeThrough(new TextDecoderStream()).getReader();
    }),
  );
  const text = 'x'.repeat(2000);
  const start = performance.now();
  const ends = watches.map(async (reader) => {
    let tail = '';
    while (!tail.includes(last)) tail = tail.slice(-100) + (await reader.read()).value;
    await reader.cancel();
  });
  let next = 0;
  const work = async () => {
    while (next < writes) {
      const body = JSON.stringify({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: `${run}-${next++}` },
        data: { text },
      });
      await (await fetch(path, { method: 'POST', headers, body })).arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: 10 }, work));
  await Promise.all(ends);
  return (watchers * writes * 1000) / (performance.now() - start);
}

/** Writes per second to IndexedDB alone, each in its own strict transaction. */
export async function databaseWrites({ inFlight, seconds }) {
  const name = `bench-${performance.now()}`;
  const database = await new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onupgradeneeded = () => request.result.createObjectStore('objects');
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const text = 'x'.repeat(2200);
  const end = performance.now() + seconds * 1000;
  let count = 0;
  const work = async () => {
    while (performance.now() < end) {
      const transaction = database.transaction('objects', 'readwrite', { durability: 'strict' });
      transaction.objectStore('objects').put(text, count++);
      await new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = () => reject(transaction.error);
      });
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: inFlight }, work));
  const rate = (count * 1000) / (performance.now() - start);
  database.close();
  indexedDB.deleteDatabase(name);
  return rate;
}

/** Fills a separate namespace with small objects. */
export async function fill(length) {
  const headers = { authorization: 'Bearer bench', 'content-type': 'application/json' };
  await fetch('/api/v1/namespaces', { method: 'POST', headers, body: JSON.stringify({ metadata: { name: 'many' } }) });
  let next = 0;
  const work = async () => {
    while (next < length) {
      const body = JSON.stringify({ metadata: { name: `o-${next++}` }, data: { text: 'y'.repeat(200) } });
      await (await fetch('/api/v1/namespaces/many/configmaps', { method: 'POST', headers, body })).arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: 50 }, work));
}

export const listing = async () =>
  (await fetch('/api/v1/namespaces/many/configmaps', { headers: { authorization: 'Bearer bench' } })).text();

export const putListing = async (body) => void (await fetch('/api/list', { method: 'PUT', body }));

/** Milliseconds of a complete list, the best of five. */
export async function timeList({ isCluster }) {
  const headers = { authorization: 'Bearer bench' };
  const url = isCluster ? '/api/v1/namespaces/many/configmaps' : '/api/list';
  let best = Number.POSITIVE_INFINITY;
  for (let n = 0; n < 5; n++) {
    const start = performance.now();
    await (await fetch(url, { headers })).text();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

/** Milliseconds until a stopped worker has started, read its database and answered. */
export async function firstAnswer() {
  const start = performance.now();
  await (await fetch('/api/v1/namespaces/default', { headers: { authorization: 'Bearer bench' } })).text();
  return performance.now() - start;
}
