import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSSyncVariant,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core';

/** Bytes of a page of WebAssembly memory. */
const PAGE = 2 ** 16;

/** Memory that an engine starts with: its code's data and stack, and the states of recent handlers. */
const OWN_PAGES = 256;

/** Memory that a call may use in addition. */
const CALL_PAGES = 256;

/** An engine that ends with objects of a handler throws an error, and would also write it to the console. */
const QUIET: object = { printErr: () => undefined };

/**
 * Loads an engine whose whole memory has an upper bound of 32 MiB. The engine's own limit does not count what it
 * allocates in WebAssembly, such as array buffers and strings; a memory that cannot grow makes them fail.
 */
export const loadBoundedEngine = (variant: QuickJSSyncVariant): Promise<QuickJSWASMModule> =>
  newQuickJSWASMModuleFromVariant(
    newVariant(variant, {
      emscriptenModule: QUIET,
      wasmMemory: async () => new WebAssembly.Memory({ initial: OWN_PAGES, maximum: OWN_PAGES + CALL_PAGES }),
    }),
  );

/** Reports whether a call made the memory grow, which never shrinks again. */
export const hasGrown = (engine: QuickJSWASMModule): boolean =>
  engine.getWasmMemory().buffer.byteLength > OWN_PAGES * PAGE;
