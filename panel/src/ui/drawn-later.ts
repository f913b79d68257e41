/** Components that are rendered only after a press. The browser loads this file when it is idle. */
export { BottomSheetFrame, SideSheetFrame } from './bottom-sheet/BottomSheetFrame.tsx';
export { MenuFrame, PopoverFrame } from './floating/frames.tsx';
export { TooltipBubble } from './floating/TooltipBubble.tsx';
