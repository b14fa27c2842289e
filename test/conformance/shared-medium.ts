import type { Storage } from '../../src/storage/storage.ts';
import { SharedMedium } from '../storage/shared-medium.ts';

/** Opens a storage on a new medium, over a network and with other writers. */
export const openOnSharedMedium = async (): Promise<Storage> =>
  (await SharedMedium.open({ firstRevision: 300 })).openStorage();
