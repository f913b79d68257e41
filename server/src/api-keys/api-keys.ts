/** API keys, with which programs call the API for an account. */
export { apiKeyRoutes } from './api-keys.routes.ts';
export { isActive as isKeyActive } from './api-keys.sql.ts';
export { createAuthenticateKey } from './authenticate-key.ts';
export { isApiKey } from './key-format.ts';
export { countRestoredKeys, revokeRestoredKeys } from './restored-keys.ts';
