export { FocusedAction } from '../../ui/FocusedAction.tsx'
