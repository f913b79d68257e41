/**
 * Sections of a customer's page. The parameter `dialog` names a section, because older links name
 * the window that showed the same content.
 */
export const customerSections = [
  'edit',
  'note',
  'package',
  'history',
  'watching',
  'price',
  'reminders',
  'renewal-link',
] as const;
export type CustomerSection = (typeof customerSections)[number];

export const isCustomerSection = (kind: string | undefined): kind is CustomerSection =>
  (customerSections as readonly (string | undefined)[]).includes(kind);
