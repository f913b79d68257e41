/** What is drawn only when somebody opens it, in one file that is fetched when the browser rests. */
export { BottomSheetFrame, SideSheetFrame } from './bottom-sheet/BottomSheetFrame.tsx';
export { MenuFrame, PopoverFrame } from './floating/frames.tsx';
export { TooltipBubble } from './floating/TooltipBubble.tsx';
