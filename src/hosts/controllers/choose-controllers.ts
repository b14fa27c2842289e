import { FlagError } from '../../server/flags/server-flags.ts';
import { type ControlLoop, controlLoops } from './control-loops.ts';

/**
 * Parses a list of controllers like the real manager's `--controllers`: `*` enables those that are on by default, `foo`
 * enables and `-foo` disables one. The first item for a controller wins. `true` enables all.
 * @throws FlagError
 */
export function chooseControllers(list: string | boolean): readonly ControlLoop[] {
  if (typeof list === 'boolean') return list ? controlLoops : [];
  const items = list.split(',').map((item) => item.trim());
  for (const item of items) checkItem(item);
  return controlLoops.filter((controller) => isChosen(controller, items));
}

function checkItem(item: string): void {
  const name = item.replace(/^-/, '');
  if (item === '*' || controlLoops.some((controller) => hasName(controller, name))) return;
  throw new FlagError(
    `--controllers: ${JSON.stringify(name)} is not in the list of known controllers: ${controllerNames()}`,
  );
}

/** Returns the names of all controllers in alphabetical order, in short form where there is one. */
export const controllerNames = (): string =>
  controlLoops
    .map(({ name, alias }) => alias ?? name)
    .sort()
    .join(', ');

const hasName = ({ name, alias }: ControlLoop, wanted: string): boolean => wanted === name || wanted === alias;

function isChosen(controller: ControlLoop, items: readonly string[]): boolean {
  const explicit = items.find((item) => hasName(controller, item.replace(/^-/, '')));
  if (explicit !== undefined) return !explicit.startsWith('-');
  return items.includes('*') && !controller.isDisabledByDefault;
}
