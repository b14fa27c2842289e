import { ApiError } from '../../client/api-error.ts';

/** Resolves with what a read returns; with undefined when the object does not exist. Other errors are passed on. */
export const ifFound = <T>(read: Promise<T>): Promise<T | undefined> =>
  read.catch((error: unknown) => {
    if (error instanceof ApiError && error.isNotFound) return undefined;
    throw error;
  });
