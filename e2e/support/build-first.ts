export { buildWhenStale as default } from '../../tools/build.mjs'
