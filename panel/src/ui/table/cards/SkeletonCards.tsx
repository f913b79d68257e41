import cards from './CardRows.module.css';
import classes from './SkeletonCards.module.css';

/** Placeholders for cards that are loading. */
export function SkeletonCards({ cards: count }: { cards: number }) {
  return (
    <div className={cards.root} aria-hidden="true" data-skeleton>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={`${cards.card} ${classes.card}`}>
          <i />
          <i />
          <i />
          <i />
        </div>
      ))}
    </div>
  );
}
