import type { ServerCapabilities } from '../../api/ports/server-capabilities.ts';
import { signLegacyServiceAccountToken } from '../../authentication/service-accounts/legacy-service-account-token.ts';
import type { ServerContext } from '../context/server-context.ts';
import { createPolicyTypeChecker } from './policy-type-checker.ts';

export const serverCapabilities = (server: ServerContext): ServerCapabilities => ({
  certificates: server.certificates,
  signAccountToken: async (secret) =>
    signLegacyServiceAccountToken(secret, await server.serviceAccountKeys.signingKey(), server.dialect),
  checkPolicyTypes: createPolicyTypeChecker(server),
});
