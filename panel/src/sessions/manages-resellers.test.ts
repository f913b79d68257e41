import { expect, it } from 'vitest';
import { profile } from '../lines/test/answers.ts';
import { buildCreateLinks, buildMenu } from '../menu.ts';
import { managesResellers } from './manages-resellers.ts';

const offered = (me: ReturnType<typeof profile>) => [
  ...buildMenu(me).flatMap(({ items }) => items.map(({ to }) => to)),
  ...buildCreateLinks(me).map(({ to }) => to),
];

it('hides the registration of resellers without the permission of master', () => {
  expect(managesResellers(profile({ isMaster: false }))).toBe(false);
  expect(offered(profile({ isMaster: false }))).not.toContain('/reseller');
  expect(offered(profile())).toEqual(expect.arrayContaining(['/reseller', '/list-resellers']));
});

it('permits an admin to manage resellers, whatever the account says', () => {
  const admin = profile({ profile: 'admin', isMaster: false });
  expect(managesResellers(admin)).toBe(true);
  expect(offered(admin)).toContain('/reseller');
});
