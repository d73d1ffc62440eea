#!/bin/sh
# Makes a certificate for one machine of the database cluster, and the cluster's own authority when there is none yet:
#   deploy/patroni/cluster-certificates.sh FOLDER NAME ADDRESS…     e.g. certificates node1 10.0.0.21
# Copy ca.crt, NAME.crt and NAME.key to the machine. ca.key opens the cluster: keep it elsewhere.
set -eu
[ $# -ge 2 ] || { sed -n '2,4s/^# //p' "$0" >&2; exit 2; }
folder=$1 name=$2
shift 2
umask 077
mkdir -p "$folder"
cd "$folder"
[ -f ca.key ] || openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 \
  -subj '/CN=database cluster' -addext 'basicConstraints=critical,CA:TRUE,pathlen:0' -keyout ca.key -out ca.crt
# HAProxy stands on the machine of the application, which reaches every node as 127.0.0.1.
names='DNS:localhost,IP:127.0.0.1'
for address; do
  case $address in *[!0-9.:a-f]*) names="$names,DNS:$address" ;; *) names="$names,IP:$address" ;; esac
done
# The subject stays empty: etcd takes its common name for a user, and refuses its own gateway's requests by that.
openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj / -keyout "$name.key" -out "$name.csr"
printf 'subjectAltName=critical,%s\nextendedKeyUsage=serverAuth,clientAuth\nkeyUsage=digitalSignature\n' "$names" > "$name.ext"
openssl x509 -req -in "$name.csr" -CA ca.crt -CAkey ca.key -CAcreateserial -days 825 -extfile "$name.ext" -out "$name.crt"
rm "$name.csr" "$name.ext"
chmod 644 ca.crt "$name.crt"
