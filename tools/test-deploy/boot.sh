# boot.sh FOLDER ARCHIVE LATER SETTINGS
# Boots this machine's systemd in namespaces of its own, with the unit of Toptill and a later version beside it. What it changes on the disk is kept in memory, and lost.
set -e
folder=$1 archive=$2 later=$3 settings=$4
deploy=$(dirname "$0")/../../deploy
mount --make-rprivate /
mount -t tmpfs tmpfs "$folder"
root=$folder/root
mkdir "$folder/upper" "$folder/work" "$root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$folder/upper,workdir=$folder/work" "$root"
mount -t proc proc "$root/proc"
mount -t sysfs sysfs "$root/sys"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
for name in dev run tmp; do mount -t tmpfs tmpfs "$root/$name"; done
for name in full null random tty urandom zero; do cp -a "/dev/$name" "$root/dev/"; done
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=666 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"

# As in docs/administrators/systemd-and-docker.md.
mkdir -p "$root/opt/toptill" "$root/etc/toptill"
tar -xzf "$archive" -C "$root/opt/toptill" --strip-components=1
mkdir "$root/opt/toptill-later"
tar -xzf "$later" -C "$root/opt/toptill-later" --strip-components=1
chroot "$root" useradd --system toptill
install -m 600 "$settings" "$root/etc/toptill/settings"
install -m 600 /dev/null "$root/etc/toptill/topup-token"
install -m 755 "$deploy/systemd/toptill" "$root/usr/local/sbin/"
install -m 644 "$deploy/systemd/toptill.service" "$root/etc/systemd/system/"

cd "$root"
pivot_root . mnt
umount -l /mnt
# systemd makes mounts for each service, which have to reach it.
mount --make-rshared /
exec env -i container=toptill PATH=/usr/sbin:/usr/bin:/sbin:/bin /usr/lib/systemd/systemd --system --unit=toptill.service
