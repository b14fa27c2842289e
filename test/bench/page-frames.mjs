/** Measures frames and long tasks of a page while something happens in its cluster or by its user. */
import { preview } from 'vite';
import { root } from '../../src/scripts/run-command.mjs';
import { openBrowser } from '../helpers/open-browser.mjs';

/** Milliseconds of a frame at 30 frames a second. */
const SLOW = 1000 / 30 + 1;

/** In the page: starts to record the ends of frames and long tasks, in milliseconds since 1970, and their durations. */
function startFrames() {
  const frames = [];
  const tasks = [];
  let last;
  let isOn = true;
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)));
  observer.observe({ entryTypes: ['longtask'] });
  const next = (now) => {
    if (last !== undefined) frames.push({ end: performance.timeOrigin + now, milliseconds: now - last });
    last = now;
    if (isOn) requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
  window.stopFrames = () => {
    isOn = false;
    observer.disconnect();
    return { frames, tasks };
  };
}

const slowOf = ({ frames }) => frames.filter(({ milliseconds }) => milliseconds > SLOW);

const overlaps = (one, other) => one.end - one.milliseconds < other.end && other.end - other.milliseconds < one.end;

/** The lowest number of frames in any whole second of a measurement. */
function fewestInSecond({ frames }) {
  const first = frames[0].end - frames[0].milliseconds;
  const counts = frames
    .filter(({ end }) => end - 1000 >= first)
    .map(({ end }) => frames.filter((other) => other.end > end - 1000 && other.end <= end).length);
  return Math.min(...counts);
}

/**
 * Numbers of frames: all, the fewest in a second, those that took longer than at 30 a second, and those of the other
 * page at the same time. Worst frame and longest task of the main thread, in milliseconds.
 */
function summary(measured, other) {
  const slow = slowOf(measured);
  const others = slowOf(other);
  return {
    frames: measured.frames.length,
    fewest: fewestInSecond(measured),
    slow: slow.length,
    shared: slow.filter((frame) => others.some((one) => overlaps(frame, one))).length,
    worst: Math.max(...measured.frames.map(({ milliseconds }) => milliseconds)),
    longest: Math.max(0, ...measured.tasks),
  };
}

/** Opens the app in a separate browser. */
async function openApp(url) {
  const { context, close } = await openBrowser();
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole('link', { name: /^\d+ controllers$/ }).waitFor();
  return { page, close };
}

export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Calls `work` with a page of the app, whose frames `during` measures. A page of another browser with an idle cluster is
 * measured at the same time, and shows the effect of the machine.
 */
export async function withMeasuredPage(work) {
  const server = await preview({ root, preview: { port: 0, strictPort: false, host: 'localhost' }, logLevel: 'error' });
  const url = server.resolvedUrls.local[0].replace(/\/$/, '');
  const reference = await openApp(url);
  const { page, close } = await openApp(url);
  const ask = (method, path, body, type = 'application/json') =>
    page.evaluate(
      async ([method, path, body, type]) => {
        const headers = { authorization: 'Bearer tabplane-admin', 'content-type': type };
        const response = await fetch(path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
        return response.json();
      },
      [method, path, body, type],
    );
  const during = async (measured) => {
    const pages = [page, reference.page];
    for (const each of pages) await each.evaluate(startFrames);
    const began = performance.now();
    await measured();
    const seconds = (performance.now() - began) / 1000;
    const stopped = pages.map((each) => each.evaluate(() => window.stopFrames()));
    const [own, machine] = await Promise.all(stopped);
    return { seconds, own: summary(own, machine), machine: summary(machine, own) };
  };
  try {
    return await work({ page, url, ask, during });
  } finally {
    await close();
    await reference.close();
    await server.close();
  }
}

/** Returns one row of a table per measurement. */
export const flat = (measured) =>
  Object.fromEntries(
    Object.entries(measured).map(([name, { seconds, own, machine }]) => [
      name,
      {
        ...own,
        ...rounded({ worst: own.worst, longest: own.longest, seconds }),
        'slow of the idle page': machine.slow,
      },
    ]),
  );
const rounded = (values) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value.toFixed(1))]));
