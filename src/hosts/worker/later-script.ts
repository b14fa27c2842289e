/** The path of the script with the modules that are loaded later; undefined where they are part of the worker. */
declare const LATER_SCRIPT: string | undefined;

/** The functions of each module, in the order of the list in `scripts/later-script.ts`. */
type LaterModules = readonly Readonly<Record<string, (...given: readonly unknown[]) => unknown>>[];

let loaded: LaterModules | undefined;

/**
 * Returns the modules that are not part of the worker's first script, which loads them now if necessary. They are evaluated
 * synchronously, so that callers of their functions need not wait.
 * @throws DOMException when the script cannot be loaded
 */
export function laterModules(): LaterModules {
  loaded ??= load();
  return loaded;
}

/**
 * Lets the browser store the script with the worker. Only a script that was imported before the end of the installation can be
 * imported by the worker when it is started again.
 * @throws DOMException when the script cannot be downloaded
 */
export function installLaterScript(): void {
  if (typeof LATER_SCRIPT !== 'undefined') laterModules();
}

function load(): LaterModules {
  importScripts(LATER_SCRIPT as string);
  return (self as unknown as { tabplaneLater: { modules: LaterModules } }).tabplaneLater.modules;
}
