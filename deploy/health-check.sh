#!/bin/bash
# Ends with 0 if the Toptill of this container sells, or passes requests on to the process that does. Starting Node for that would cost fifty times as much.
host=${HOST:-127.0.0.1}
case $host in 0.0.0.0 | ::) host=127.0.0.1 ;; esac
port=${PORT:-8080}
if [ -n "$TLS_CERT_FILE" ]; then
  # Its certificate is for the name in the browser, and not for this address.
  exec node -e "require('https').get({ host: '$host', port: $port, path: '/readyz', rejectUnauthorized: false }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"
fi
exec 3<> "/dev/tcp/$host/$port" 2> /dev/null || exit 1
printf 'GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' >&3
read -r -t 3 _ status _ <&3
[ "$status" = 200 ]
