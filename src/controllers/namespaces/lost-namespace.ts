import { ApiError } from '../../client/api-error.ts';

/** Ignores a failed creation when the object exists, or its namespace is missing or terminating. */
export async function ignoreLostNamespace(created: Promise<unknown>): Promise<void> {
  try {
    await created;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const causes = error.status.details?.causes ?? [];
    const isTerminating = causes.some(({ reason }) => reason === 'NamespaceTerminating');
    if (!error.isNotFound && !isTerminating && error.reason !== 'AlreadyExists') throw error;
  }
}
