/**
 * Runs in the sandbox before the handler is known. Defines a console and a clock that stands still. Evaluates to a
 * function that sets the clock and returns the caller of the handler, which uses engine functions that the handler
 * cannot replace; it returns undefined if the clock was read before it was set.
 */
export const SANDBOX_PRELUDE = `(write) => {
  let now;
  let wasMissed = false;
  const time = () => {
    wasMissed ||= now === undefined;
    return now;
  };
  const { parse, stringify } = JSON;
  const { construct } = Reflect;
  const text = (value) => {
    if (typeof value === 'string') return value;
    if (value instanceof Error) return String(value);
    return stringify(value) ?? String(value);
  };
  const log = (...values) => write(values.map(text).join(' '));
  globalThis.console = { log, info: log, debug: log, warn: log, error: log };

  const EngineDate = Date;
  const StandingDate = function Date(...parts) {
    const date = construct(EngineDate, parts.length > 0 ? parts : [time()], new.target ?? EngineDate);
    return new.target ? date : date.toString();
  };
  StandingDate.prototype = EngineDate.prototype;
  StandingDate.prototype.constructor = StandingDate;
  StandingDate.now = time;
  StandingDate.parse = EngineDate.parse;
  StandingDate.UTC = EngineDate.UTC;
  globalThis.Date = StandingDate;

  const call = async (module, input) => {
    const { default: handle } = await module;
    if (typeof handle !== 'function') throw new TypeError('handler.js must export a default function');
    return stringify(await handle(parse(input))) ?? 'null';
  };
  return (milliseconds) => {
    now = milliseconds;
    return wasMissed ? undefined : call;
  };
}`;
