/** Pages of a list in the form of the box portal. Clients compute the number of pages themselves. */
const ROWS_A_PAGE = 14;

/** Returns a page of rows. Page 0, or no page, is the page with the selected row. */
export function toPortalPage<Row>(
  rows: readonly Row[],
  pageText: string,
  isSelected: (row: Row) => boolean = () => false,
  size = ROWS_A_PAGE,
) {
  const number = /^\d{1,6}$/.test(pageText) ? Number(pageText) : 0;
  const place = number === 0 ? rows.findIndex(isSelected) : -1;
  const page = number || Math.floor(Math.max(place, 0) / size) + 1;
  return {
    total_items: rows.length,
    max_page_items: size,
    selected_item: place < 0 ? 0 : (place % size) + 1,
    cur_page: place < 0 ? 0 : page,
    data: rows.slice((page - 1) * size, page * size),
  };
}
