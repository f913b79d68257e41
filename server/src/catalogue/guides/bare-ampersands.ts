const BARE_OR_SECTION = /&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][\da-z]{0,31});)|<!\[CDATA\[|<!--/gi;
/**
 * Number of characters after `&` or `<` that are examined. Every entity and every start of a
 * section is shorter.
 */
const LOOKAHEAD = 40;

/**
 * Replaces each `&` that does not begin an entity with `&amp;`. Does not change CDATA sections and
 * comments.
 */
export async function* withoutBareAmpersands(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  let sectionEnd = '';
  const repair = (whole: string, safe: number): string => {
    let output = '';
    let at = 0;
    while (at < safe) {
      if (sectionEnd) {
        const end = whole.indexOf(sectionEnd, at);
        const until = end < 0 ? safe : end + sectionEnd.length;
        output += whole.slice(at, until);
        at = until;
        if (end >= 0) sectionEnd = '';
        continue;
      }
      BARE_OR_SECTION.lastIndex = at;
      const match = BARE_OR_SECTION.exec(whole);
      const until = Math.min(match?.index ?? safe, safe);
      output += whole.slice(at, until);
      at = until;
      if (!match || match.index >= safe) break;
      const [sign] = match;
      output += sign === '&' ? '&amp;' : sign;
      at += sign.length;
      if (sign !== '&') sectionEnd = sign === '<!--' ? '-->' : ']]>';
    }
    rest = whole.slice(at);
    return output;
  };
  for await (const chunk of text) {
    const whole = rest + chunk;
    yield repair(whole, Math.max(0, whole.length - LOOKAHEAD));
  }
  yield repair(rest, rest.length);
}
