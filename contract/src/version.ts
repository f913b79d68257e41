/** Version of this release, equal to `package.json` and to the newest release of the changelog. */
export const version = '0.26.0';
