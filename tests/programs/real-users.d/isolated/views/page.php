view of <?= $owner ?> (<?= Illuminate\Support\Facades\Lang::getLocale() ?>)
