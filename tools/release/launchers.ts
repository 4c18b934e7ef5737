/** What a double-click runs: it starts Toptill with the data in the user's own folder, and opens the browser. */
const DOUBLE_CLICK = 'start --open'
const PROGRAM = ['app', 'node_modules', 'toptill', 'dist', 'server', 'toptill.js']

/** The programs of an archive for the operating system `os`, by their names. */
export function launchersFor(os: string, nodeOptions: readonly string[]): Record<string, string> {
  const options = nodeOptions.join(' ')
  return os === 'win32' ? forWindows(options) : forUnix(os, options)
}

function forWindows(options: string) {
  const lines = (...all: string[]) => all.map((line) => `${line}\r\n`).join('')
  return {
    'toptill.cmd': lines('@echo off', `"%~dp0node\\node.exe" ${options} "%~dp0${PROGRAM.join('\\')}" %*`),
    'Start Toptill.cmd': lines(
      '@echo off',
      'title Toptill',
      // A double-click inside the archive unpacks only this file.
      'if not exist "%~dp0node\\node.exe" echo Unpack the archive first: right-click it and choose "Extract All". & pause & exit /b 1',
      'if not defined TOPTILL_HOME set "TOPTILL_HOME=%USERPROFILE%\\Toptill"',
      `call "%~dp0toptill.cmd" ${DOUBLE_CLICK}`,
      // Keeps the window open, so that the reason can be read.
      'if errorlevel 1 pause',
    ),
  }
}

function forUnix(os: string, options: string) {
  const lines = (...all: string[]) => all.map((line) => `${line}\n`).join('')
  // The folder of this file, even if its path has spaces.
  const here = 'here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)'
  const start = (...more: string[]) =>
    lines(
      '#!/bin/sh',
      here,
      ...more,
      ': "${TOPTILL_HOME:=$HOME/Toptill}"',
      'export TOPTILL_HOME',
      `exec "$here/toptill" ${DOUBLE_CLICK}`,
    )
  const command = lines('#!/bin/sh', here, `exec "$here/node/node" ${options} "$here/${PROGRAM.join('/')}" "$@"`)
  if (os === 'darwin') {
    // The person has allowed this file; macOS would ask again for each program that it starts.
    const allow = 'xattr -dr com.apple.quarantine "$here" 2>/dev/null'
    return { toptill: command, 'Start Toptill.command': start(allow) }
  }
  return {
    toptill: command,
    'start-toptill.sh': start(),
    'Start Toptill.desktop': lines(
      '[Desktop Entry]',
      'Type=Application',
      'Name=Start Toptill',
      'Terminal=true',
      // %k is the path of this file.
      `Exec=sh -c 'exec "$(dirname "$1")/start-toptill.sh"' sh %k`,
    ),
  }
}
