export { buildWhenStale as default } from '../../scripts/build.mjs'
