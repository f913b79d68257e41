/** In the place of words that depend on the server's answer: a skeleton, never a guess. */
export const TextSkeleton = () => (
  <span className="line-waiting">
    <span className="visually-hidden">Carregando</span>
  </span>
);
