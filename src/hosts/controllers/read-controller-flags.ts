import { DurationError, goDurationText, readDuration } from '../../api/values/duration.ts';
import {
  CONTROLLER_FLAGS,
  type ControllerFlag,
  type ControllerFlags,
  DEFAULT_CONTROLLER_FLAGS,
} from '../../controllers/flags/controller-flags.ts';
import { podRangesOf, RangeFlagError } from '../../controllers/nodes/pod-ranges.ts';
import { FlagError } from '../../server/flags/server-flags.ts';

const isKnown = (name: string): name is keyof ControllerFlags => Object.hasOwn(CONTROLLER_FLAGS, name);

/** Returns the flags of controllers among flags of all kinds. */
export const controllerFlagsAmong = <T>(flags: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(flags).filter(([name]) => isKnown(name)));

/** Parses flags of controllers, given as text by name, over the defaults. @throws FlagError */
export function readControllerFlags(given: Readonly<Record<string, string>>): ControllerFlags {
  const values: Record<string, number | boolean | string> = { ...DEFAULT_CONTROLLER_FLAGS };
  for (const [name, text] of Object.entries(given)) {
    if (!isKnown(name)) throw new FlagError(`unknown flag --${name}`);
    values[name] = parseFlag(name, text, CONTROLLER_FLAGS[name]);
  }
  const flags = values as unknown as ControllerFlags;
  try {
    podRangesOf(flags);
  } catch (error) {
    if (error instanceof RangeFlagError) throw new FlagError(error.message);
    throw error;
  }
  return flags;
}

function parseFlag(name: string, text: string, { kind, minimum, maximum }: ControllerFlag): number | boolean | string {
  if (kind === 'text') return text;
  if (kind === 'switch') {
    if (!/^(true|false|1|0|t|f)$/i.test(text)) throw new FlagError(`--${name} takes true or false, not ${text}`);
    return /^(true|1|t)$/i.test(text);
  }
  if (kind === 'duration') return durationOf(name, text);
  const pattern = kind === 'integer' ? /^[-+]?\d+$/ : /^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i;
  if (!pattern.test(text))
    throw new FlagError(`--${name} takes ${kind === 'integer' ? 'an integer' : 'a number'}, not ${text}`);
  const value = Number(text);
  // The wording of kube-controller-manager.
  if (minimum !== undefined && value < minimum)
    throw new FlagError(
      maximum === undefined
        ? `${name} must be greater than ${minimum - 1}, but got ${value}`
        : `${name} must not be less than ${minimum}, but got ${value}`,
    );
  if (maximum !== undefined && value > maximum)
    throw new FlagError(`${name} must not be more than ${maximum}, but got ${value}`);
  return value;
}

function durationOf(name: string, text: string): number {
  try {
    return readDuration(text);
  } catch (error) {
    if (error instanceof DurationError) throw new FlagError(`--${name}: ${error.message}`);
    throw error;
  }
}

/** Returns the default of a flag in the form in which users write it. */
export const standardText = ({ kind, standard }: ControllerFlag): string =>
  kind === 'duration' ? goDurationText(Number(standard)) : String(standard);
