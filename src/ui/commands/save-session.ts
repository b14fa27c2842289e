import { INCLUDE_SECRETS, SESSION_PATH } from '../../api/debug/session.ts';
import type { Application } from '../application.ts';
import { download } from '../state/download.ts';

/** Downloads the session of the cluster. @throws ApiError */
export async function downloadSession(
  { clientAt }: Pick<Application, 'clientAt'>,
  name: string,
  hasSecrets: boolean,
): Promise<void> {
  const response = await clientAt(undefined).request(`${SESSION_PATH}?${INCLUDE_SECRETS}=${hasSecrets}`);
  download(`${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.session.json`, await response.text(), 'application/json');
}
